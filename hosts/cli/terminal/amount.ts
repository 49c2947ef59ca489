export * from "../../shared/amount.ts";
