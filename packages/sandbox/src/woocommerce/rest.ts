import { WpError } from './wp-error.ts';

export interface RestRequest {
  shop: string;
  method: string;
  route: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
  ids: number[];
}

export interface RestAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Handler = (request: RestRequest) => RestAnswer | Promise<RestAnswer>;

export interface RestRoutes {
  /** `pattern` below /wc/v3, with `#` for a number: "products/#/variations/batch". */
  add(methods: string, pattern: string, handler: Handler): void;
  dispatch(request: Omit<RestRequest, 'ids'>): Promise<RestAnswer>;
}

export const ok = (body: unknown, headers?: Record<string, string>): RestAnswer => ({
  status: 200,
  body,
  ...(headers ? { headers } : {}),
});
export const created = (body: unknown): RestAnswer => ({ status: 201, body });

/** WordPress's way to a handler: a route in the path or in ?rest_route=, matched against patterns. */
export function createRoutes(): RestRoutes {
  const routes: { methods: string[]; pattern: RegExp; handler: Handler }[] = [];
  return {
    add(methods, pattern, handler) {
      routes.push({
        methods: methods.split(' '),
        pattern: new RegExp(`^/wc/v3/${pattern.replaceAll('#', '(\\d+)')}$`),
        handler,
      });
    },
    async dispatch(request) {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      for (const { methods, pattern, handler } of routes) {
        const match = methods.includes(method) ? pattern.exec(request.route) : null;
        if (match) return await handler({ ...request, ids: match.slice(1).map(Number) });
      }
      throw new WpError('rest_no_route', 'No route was found matching the URL and request method.', 404);
    },
  };
}
