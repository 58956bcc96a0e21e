import type { OutputOf, ParsedInputOf } from '@darkroom/contract/endpoint';
import type { EndpointName, EndpointOf } from '@darkroom/contract/endpoints';
import type { Ctx } from './context.ts';
import type { Download } from './response/download.ts';
import type { WrittenJson } from './response/written-json.ts';

/** A handler for every endpoint of the contract (`routes.ts`). A missing handler does not compile. */
export type Handlers = {
  [N in EndpointName]: (
    ctx: Ctx,
    input: ParsedInputOf<EndpointOf<N>>,
  ) => Promise<ResponseOf<N> | WrittenJson<ResponseOf<N>>>;
};

/** Validated input of an endpoint, for a service's signature: `InputFor<'task.assign'>`. */
export type InputFor<N extends EndpointName> = ParsedInputOf<EndpointOf<N>>;
export type ResponseOf<N extends EndpointName> =
  EndpointOf<N> extends { kind: 'download' } ? Download : OutputOf<EndpointOf<N>>;
