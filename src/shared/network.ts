import { useSyncExternalStore } from "react";

/** Whether the browser has a network, even if that network leads nowhere. */
export function useNetwork(): "up" | "down" {
  return useSyncExternalStore(subscribeToNetwork, readNetwork, assumeNetwork);
}

function readNetwork(): "up" | "down" {
  return navigator.onLine ? "up" : "down";
}

/** A server-rendered page proves that there was a connection. */
function assumeNetwork(): "up" | "down" {
  return "up";
}

function subscribeToNetwork(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
