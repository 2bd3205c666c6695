import { type ConnectorContext, ConnectorError } from '@quayside/connector-kit';
import type Stripe from 'stripe';

type Headers = Record<string, string | string[] | number>;

interface Answer {
  getStatusCode(): number;
  getHeaders(): Record<string, string>;
  getRawResponse(): unknown;
  toStream(done: () => void): unknown;
  toJSON(): Promise<unknown>;
}

export interface Adapter {
  httpClient: Stripe.StripeConfig['httpClient'] & object;
  /** What our own client said last; Stripe's library would wrap it in an error of its own. */
  failure(): ConnectorError | undefined;
}

const plain = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      // Computed anew by the client that sends.
      .filter(([name]) => !/^(content-length|host)$/i.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );

/** Said at once: an answer of something in front of Stripe is not in Stripe's shape, and its library would not know it. */
function tooOften(retryAfter: string | undefined, path: string): ConnectorError {
  const seconds = Number(retryAfter);
  const retryAfterMs = seconds > 0 ? seconds * 1_000 : 1_000;
  return new ConnectorError('rate-limited', `Stripe answered HTTP 429 to ${path}`, { retryAfterMs });
}

/**
 * Lets Stripe's library send through the guarded client of the context and nothing else. The library knows a host; we
 * send to the context's base address, which may have a path.
 */
export function adapterFor(ctx: ConnectorContext): Adapter {
  let failure: ConnectorError | undefined;
  return {
    failure: () => failure,
    httpClient: {
      getClientName: () => 'quayside',
      async makeRequest(_host, _port, path, method, headers, requestData, _protocol, timeout): Promise<Answer> {
        const effect = method !== 'GET';
        try {
          const answer = await ctx.http.send({
            method: method as 'GET' | 'POST' | 'DELETE',
            url: `${ctx.baseUrl}${path}`,
            headers: plain(headers as Headers),
            ...(effect && requestData ? { body: requestData } : {}),
            effect,
            timeoutMs: timeout,
            ...(ctx.signal ? { signal: ctx.signal } : {}),
          });
          if (answer.status === 429) throw tooOften(answer.headers['retry-after'], path);
          return {
            getStatusCode: () => answer.status,
            getHeaders: () => answer.headers,
            getRawResponse: () => answer,
            toStream: () => {
              throw new Error('streaming responses are not supported');
            },
            toJSON: async () => JSON.parse(answer.text) as unknown,
          };
        } catch (error) {
          if (error instanceof ConnectorError) failure = error;
          throw error;
        }
      },
    },
  };
}
