import { CodedError } from "../store/errors";

/** Why a backend could not start, in words that say what to do. */
export class StartError extends CodedError {}
