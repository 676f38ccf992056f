import { loadAdminKey } from "../../../local/server/secrets";

/** Makes the admin key of a folder in a process of its own. */
loadAdminKey(process.argv[2] ?? "");
