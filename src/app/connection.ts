import { msg, t } from "../language/text";
import { useConvexConnectionState } from "convex/react";
import type { ConnectionState } from "convex/browser";
import { useEffect, useRef } from "react";
import { useNetwork } from "../shared/network";
import { showToast } from "../shared/toasts";

/** `unreachable`: there is a network, but the deployment does not respond. */
export type Connection = "online" | "offline" | "unreachable";

/** One lost socket is normal; this many in a row are reported. */
const RETRIES_BEFORE_NEWS = 3;
const TOAST_ID = "connection";
const NEWS = {
  online: ["info", msg("You are back online")],
  offline: ["warning", msg("You are offline")],
  unreachable: ["warning", msg("We cannot reach the server")],
} as const;

/** The state of the connection to the network and to the deployment. */
export function connectionOf(
  network: "up" | "down",
  {
    isWebSocketConnected,
    connectionRetries,
  }: Pick<ConnectionState, "isWebSocketConnected" | "connectionRetries">,
): Connection {
  if (network === "down") return "offline";
  const lost = !isWebSocketConnected && connectionRetries >= RETRIES_BEFORE_NEWS;
  return lost ? "unreachable" : "online";
}

/** The state of the connection; each change is reported once. */
export function useConnection(): Connection {
  const connection = connectionOf(useNetwork(), useConvexConnectionState());
  const last = useRef(connection);
  useEffect(() => {
    if (last.current === connection) return;
    last.current = connection;
    const [state, title] = NEWS[connection];
    showToast(state, { id: TOAST_ID, title: t(title) });
  }, [connection]);
  return connection;
}
