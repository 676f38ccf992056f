import { buildSite } from "./build";

await buildSite();
