import { comparable, wallSeconds } from './dates.ts';
import type { RestRequest } from './rest.ts';
import { invalidParam, WpError } from './wp-error.ts';

export const MAX_BATCH = 100;

/** page, per_page and offset with WordPress's bounds. */
export function paging(query: Record<string, string>): { limit: number; offset: number; page: number } {
  const integer = (name: string, fallback: number, most: number): number => {
    const text = query[name];
    if (text === undefined) return fallback;
    if (!/^\d+$/.test(text)) throw invalidParam(name, 'is not of type integer.');
    const value = Number(text);
    if (value < 1 || value > most)
      throw invalidParam(
        name,
        most === Number.MAX_SAFE_INTEGER
          ? 'must be greater than or equal to 1'
          : `must be between 1 (inclusive) and ${most} (inclusive)`,
      );
    return value;
  };
  const limit = integer('per_page', 10, MAX_BATCH);
  const page = integer('page', 1, Number.MAX_SAFE_INTEGER);
  const offset = query.offset === undefined ? (page - 1) * limit : Math.max(0, Number(query.offset) || 0);
  return { limit, offset, page };
}

/** Ids in a comma-separated list. */
export const idList = (text: string | undefined): number[] =>
  (text ?? '')
    .split(',')
    .map((part) => Math.abs(Number.parseInt(part, 10)))
    .filter((id) => Number.isFinite(id));

export function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
  fallback: T,
): T {
  if (value === undefined) return fallback;
  const found = choices.find((choice) => choice === value);
  if (!found) throw invalidParam(name, `is not one of ${choices.join(', ')}.`);
  return found;
}

/** SQL conditions of the date filters, on columns that hold Unix seconds. */
export function dateConditions(query: Record<string, string>, timeZone: string): { sql: string; values: number[] } {
  const parts: string[] = [];
  const values: number[] = [];
  for (const [name, column, sign] of [
    ['after', 'created', '>'],
    ['before', 'created', '<'],
    ['modified_after', 'modified', '>'],
    ['modified_before', 'modified', '<'],
  ] as const) {
    const text = query[name];
    if (text === undefined) continue;
    const wall = comparable(text, timeZone);
    if (wall === undefined) throw invalidParam(name, 'is not a valid date.');
    parts.push(` and ${column} ${sign} ?`);
    values.push(wallSeconds(wall, truthy(query.dates_are_gmt) ? 'UTC' : timeZone));
  }
  return { sql: parts.join(''), values };
}

/** The headers by which clients count pages. */
export function pageHeaders(request: RestRequest, home: string, total: number): Record<string, string> {
  const { limit, page } = paging(request.query);
  const pages = Math.ceil(total / limit);
  // WordPress has made lists of the ids by now, and writes each with its own index.
  const asked = Object.entries(request.query).flatMap(([name, value]) =>
    ['include', 'exclude'].includes(name)
      ? idList(value).map((id, index) => [`${name}[${index}]`, String(id)])
      : [[name, value]],
  );
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams([...asked.filter(([name]) => name !== 'page'), ['page', String(to)]]);
    return `<${home}/wp-json${request.route}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ];
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  };
}

type Doc = Record<string, unknown>;

/** Refuses values of another type than the schema's, by the parameter's name. */
export function checkTypes(
  body: Doc,
  types: Record<string, 'string' | 'boolean' | 'integer' | 'array' | 'object'>,
): void {
  for (const [name, type] of Object.entries(types)) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    const fits =
      type === 'array'
        ? Array.isArray(value)
        : type === 'object'
          ? typeof value === 'object' && !Array.isArray(value)
          : type === 'integer'
            ? Number.isInteger(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value)
            : type === 'boolean'
              ? typeof value === 'boolean' || ['true', 'false', '0', '1', 0, 1].includes(value as string)
              : typeof value === type;
    if (!fits) throw invalidParam(name, `is not of type ${type}.`);
  }
}

export const truthy = (value: unknown): boolean => value === true || value === 'true' || value === '1' || value === 1;

/** Trims an answer to the fields asked for with _fields, dotted names included. */
export function onlyFields(body: unknown, fields: string | undefined): unknown {
  if (fields === undefined || fields.trim() === '') return body;
  const wanted = fields.split(',').map((field) => field.trim().split('.'));
  const pick = (value: unknown, paths: string[][]): unknown => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const out: Doc = {};
    for (const [name, inner] of Object.entries(value)) {
      const here = paths.filter((path) => path[0] === name);
      if (here.length === 0) continue;
      out[name] = here.some((path) => path.length === 1)
        ? inner
        : pick(
            inner,
            here.map((path) => path.slice(1)),
          );
    }
    return out;
  };
  return Array.isArray(body) ? body.map((item) => pick(item, wanted)) : pick(body, wanted);
}

/** {create, update, delete} in one call: each item answers for itself. */
export async function batch(
  request: RestRequest,
  run: {
    create(item: Doc): Promise<unknown> | unknown;
    update(item: Doc): Promise<unknown> | unknown;
    remove(id: number): Promise<unknown> | unknown;
  },
): Promise<unknown> {
  const lists = { create: request.body.create, update: request.body.update, delete: request.body.delete };
  const total = Object.values(lists).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (total > MAX_BATCH)
    throw new WpError(
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${MAX_BATCH} items for this request.`,
      413,
    );
  const guarded = async (id: unknown, work: () => unknown) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WpError) return { id: id ?? 0, error: error.body() };
      throw error;
    }
  };
  const answer: Record<string, unknown[]> = {};
  for (const [name, list] of Object.entries(lists)) {
    if (!Array.isArray(list) || list.length === 0) continue;
    const done: unknown[] = [];
    for (const item of list as Doc[]) {
      if (name === 'create') done.push(await guarded(0, () => run.create(item)));
      else if (name === 'update') done.push(await guarded(item.id, () => run.update(item)));
      else done.push(await guarded(Number(item), () => run.remove(Number(item))));
    }
    answer[name] = done;
  }
  // PHP writes an empty list where nothing was asked.
  return Object.keys(answer).length === 0 ? [] : answer;
}
