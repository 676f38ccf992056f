import type { Expand } from "../../contract/responses";
import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { Transport, TransportArgs } from "./transport";

type Loaded = Promise<OperationResult<"createCustomer">>;

/**
 * Merges the customer loads of one tick into one, which expands everything that
 * any of them expands. A page full of hooks costs one request.
 */
export function mergedTransport(transport: Transport): Transport {
  let gathering: { expand: Set<Expand>; loaded: Loaded } | null = null;

  async function load(expand: Set<Expand>): Loaded {
    await Promise.resolve();
    gathering = null;
    const asked = expand.size > 0 ? { expand: [...expand].sort() } : {};
    return await transport.call("createCustomer", { errorOnNotFound: false, ...asked });
  }
  function join({ expand = [] }: TransportArgs<"createCustomer">): Loaded {
    if (!gathering) {
      const wanted = new Set<Expand>();
      gathering = { expand: wanted, loaded: load(wanted) };
    }
    for (const part of expand) gathering.expand.add(part);
    return gathering.loaded;
  }

  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      if (op !== "createCustomer") return await transport.call(op, args);
      // Here Op is "createCustomer", which the compiler does not infer.
      return await join(args as TransportArgs<"createCustomer">);
    },
  };
}
