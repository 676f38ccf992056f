import { defineApp } from "convex/server";
import counter from "../component/convex.config";

const app = defineApp();
app.use(counter, { httpPrefix: "/counter/" });
export default app;
