import { buildSite } from "./build";

// A test runner that starts this has another: its React would be the slow one.
process.env.NODE_ENV = "production";
await buildSite();
