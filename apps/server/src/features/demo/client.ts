import type { CallMap } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';

type Input<K extends keyof CallMap> = { [P in 'params' | 'query' | 'body']?: CallMap[K][P] };
export type DemoClient = <K extends keyof CallMap>(key: K, input?: Input<K>) => Promise<CallMap[K]['data']>;

/** Speaks to our own API as the demo account does, on this machine. Throws with the refusal's words. */
export function demoClient(deps: Deps, token: string, workplaceId: string): DemoClient {
  return async (key, input = {}) => {
    const [method = 'GET', path = ''] = key.split(' ');
    const params = (input.params ?? {}) as Record<string, string>;
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
    const query = new URLSearchParams(
      Object.entries((input.query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
    );
    const response = await fetch(`${deps.config.ownUrl}/api${filled}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'workplace-id': workplaceId, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input.body ?? {}) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as {
      status: number;
      code: string;
      message: string;
      data: never;
      errors?: object;
    };
    if (answer.status !== 200)
      throw new Error(`${key}: ${answer.code} ${answer.message} ${JSON.stringify(answer.errors ?? {})}`);
    return answer.data;
  };
}
