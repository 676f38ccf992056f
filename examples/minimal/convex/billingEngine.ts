export * from "@spotlight/billing/server/functions";
