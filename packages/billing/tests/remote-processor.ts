import { charging } from "./engine/processors";

// Every engine of this run is charged over the network.
charging.by = "remote";
