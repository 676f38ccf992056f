import { t } from "../language/text";
import { cloneElement, useState } from "react";
import type { ComponentType } from "react";
import type { MenuProps } from "./menu-panel";
import { showToast } from "./toasts";
import "./menu.css";

const loadPanel = async () => (await import("./menu-panel")).MenuPanel;
/** Preloads the menu when the user is about to open it; a failure is reported when it opens. */
const prepare = () => void loadPanel().catch(() => undefined);

/** A panel of links and choices below a button in the header. Its code loads on demand. */
export function Menu(props: MenuProps) {
  const [Panel, setPanel] = useState<ComponentType<MenuProps> | null>(null);
  if (Panel) return <Panel {...props} />;

  function open() {
    loadPanel().then(
      (panel) => setPanel(() => panel),
      () => showToast("error", { title: t("We could not reach the server") }),
    );
  }

  return cloneElement(props.trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
  });
}
