import { createContext } from "react";

/** What closes a dialog, in the language of the app. Apart, so that naming it loads no dialog. */
export const CloseLabel = createContext("Close");
