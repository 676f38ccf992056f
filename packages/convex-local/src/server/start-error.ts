import { CodedError } from "../store/errors";

/** Why a backend could not start, and what to do. */
export class StartError extends CodedError {}
