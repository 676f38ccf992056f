import { createContext } from "react";

/**
 * The label of a dialog's close button, in the language of the app. A separate file, so that
 * setting it loads no dialog.
 */
export const CloseLabel = createContext("Close");
