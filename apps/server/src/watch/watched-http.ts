import { ConnectorError, type HttpClient, type HttpRequest } from '@quayside/connector-kit';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { errorName, inSpan, type SpanFacts, type Tracer } from './tracer.ts';

/** Client whose calls are counted and logged under a name. */
export interface NamedHttp extends HttpClient {
  /** The same client for one connector or purpose, such as `shopify` or `s3`. */
  named?(name: string): HttpClient;
}

/** Outcome of a response for the metrics, from its status. */
function statusOutcome(status: number): string {
  if (status === 429) return 'rate-limited';
  if (status >= 500) return 'server-error';
  return status >= 400 ? 'refused' : 'ok';
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'invalid');

/** A call to another system: the connector or purpose, such as `shopify` or `smtp`, and the host without a path. */
interface WatchedCall {
  connector: string;
  host: string;
  method: string;
  /** Further attributes of its span. */
  facts?: SpanFacts;
}

/** Counts, logs (at debug) and traces a call. `outcomeOf`: what a response means, where it isn't always a success. */
export type WatchCall = <T>(
  call: WatchedCall,
  work: () => Promise<T>,
  outcomeOf?: (answer: T) => { outcome: string; status: number },
) => Promise<T>;

export function watchCalls({
  log,
  metrics,
  tracer,
}: {
  log: Log;
  metrics: Metrics;
  tracer: Tracer | undefined;
}): WatchCall {
  return async ({ connector, host, method, facts = {} }, work, outcomeOf) => {
    const began = performance.now();
    let status: number | undefined;
    let outcome = 'ok';
    try {
      const all = { ...facts, 'server.address': host, 'quayside.connector': connector };
      const answer = await inSpan(tracer, `${method} ${connector}`, all, work);
      if (outcomeOf) ({ outcome, status } = outcomeOf(answer));
      return answer;
    } catch (error) {
      outcome = error instanceof ConnectorError ? error.kind : errorName(error);
      throw error;
    } finally {
      const seconds = (performance.now() - began) / 1000;
      metrics.outsideCall({ connector, outcome, seconds });
      log.debug(
        {
          connector,
          host,
          method,
          ...(status === undefined ? {} : { status }),
          outcome,
          durationMs: Math.round(seconds * 1000),
        },
        'outside call',
      );
    }
  };
}

/** Watches every call of a client. Paths, headers and bodies stay out: they can carry keys and personal data. */
export function watchedHttp(http: HttpClient, watch: WatchCall): NamedHttp {
  const send = (connector: string, request: HttpRequest) =>
    watch(
      {
        connector,
        host: hostOf(request.url),
        method: request.method,
        facts: { 'http.request.method': request.method },
      },
      () => http.send(request),
      ({ status }) => ({ status, outcome: statusOutcome(status) }),
    );
  return {
    send: (request) => send('other', request),
    named: (name) => ({ send: (request) => send(name, request) }),
  };
}
