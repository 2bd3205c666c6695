import { ConnectorError, type HttpClient, type HttpRequest } from '@quayside/connector-kit';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';
import { errorName, inSpan, type Tracer } from './tracer.ts';

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

/**
 * Counts, logs (at debug) and traces every call of a client. Paths, headers and bodies stay out: they can carry keys and
 * personal data.
 */
export function watchedHttp(
  http: HttpClient,
  { log, metrics, tracer }: { log: Log; metrics: Metrics; tracer: Tracer | undefined },
): NamedHttp {
  async function send(connector: string, request: HttpRequest) {
    const { method } = request;
    const host = hostOf(request.url);
    const began = performance.now();
    let status: number | undefined;
    let outcome = 'ok';
    try {
      const facts = { 'http.request.method': method, 'server.address': host, 'quayside.connector': connector };
      const answer = await inSpan(tracer, `${method} ${connector}`, facts, () => http.send(request));
      status = answer.status;
      outcome = statusOutcome(status);
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
  }
  return {
    send: (request) => send('other', request),
    named: (name) => ({ send: (request) => send(name, request) }),
  };
}
