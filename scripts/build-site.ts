import { buildSite } from "./build";

// A test runner that starts this sets another NODE_ENV, with which React would be slow.
process.env.NODE_ENV = "production";
await buildSite();
