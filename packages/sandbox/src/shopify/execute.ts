import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { Call } from './call.ts';
import { EVERYTHING } from './connection.ts';
import { actualCost, type CostInput, requestedCost } from './cost.ts';
import { accessDenied, notApproved, notImplemented } from './errors.ts';
import { rootMutation } from './root-mutation.ts';
import { rootQuery } from './root-query.ts';
import { adminSchema } from './schema.ts';
import { covers, isPersonal, NO_PERSONAL_DATA, SCOPE_OF, SCOPES_OF_TYPE } from './scopes.ts';
import { MOST_POINTS, type Throttle } from './throttle.ts';

export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

type Source = Record<string, unknown>;
type Resolve = (args: unknown, call: Call, info: unknown) => unknown;

/** Fields are what the views hold. One that a view does not hold is refused aloud: an empty value would be a lie. */
const fieldResolver: GraphQLFieldResolver<Source, Call> = (source, args, call, info) => {
  const field = `${info.parentType.name}.${info.fieldName}`;
  const isRoot = info.path.prev === undefined;
  const scope = isRoot ? SCOPE_OF[info.fieldName] : undefined;
  if (scope && !covers(call.scopes, scope)) throw accessDenied(info.fieldName, scope);
  const value = source[info.fieldName];
  const reading = isRoot ? undefined : SCOPES_OF_TYPE[getNamedType(info.returnType).name];
  if (reading && value && !reading.some((one) => covers(call.scopes, one)))
    throw accessDenied(info.fieldName, reading.join('` or `'));
  if (value && isPersonal(field) && call.scopes.has(NO_PERSONAL_DATA)) throw notApproved(info.fieldName);
  const page = call.bulk && info.returnType.toString().includes('Connection') ? { ...args, first: EVERYTHING } : args;
  if (value === undefined) throw notImplemented(`field ${field}`);
  return typeof value === 'function' ? (value as Resolve)(page, call, info) : value;
};

/** Runs a query for a bulk operation: every page, no points. Throws what went wrong. */
export async function executeBulk(call: Call, query: string): Promise<Record<string, unknown>> {
  const document = check(query);
  if (!('kind' in document)) throw document[0];
  const { data, errors } = await execute({
    schema: adminSchema(),
    document,
    rootValue: rootQuery as Source,
    contextValue: { ...call, hidden: false, bulk: true } satisfies Call,
    fieldResolver: fieldResolver as GraphQLFieldResolver<unknown, unknown>,
  });
  if (errors?.[0]) throw errors[0];
  return (data ?? {}) as Record<string, unknown>;
}

/** Documents are few and come again and again: each is parsed and checked once. */
const checked = new Map<string, DocumentNode | readonly GraphQLError[]>();
const KEPT = 500;

function check(query: string): DocumentNode | readonly GraphQLError[] {
  const known = checked.get(query);
  if (known) return known;
  let result: DocumentNode | readonly GraphQLError[];
  try {
    const document = parse(query, { maxTokens: 20_000 });
    const errors = validate(adminSchema(), document);
    result = errors.length > 0 ? errors : document;
  } catch (error) {
    result = [error instanceof GraphQLError ? error : new GraphQLError(String(error))];
  }
  if (checked.size >= KEPT) checked.clear();
  checked.set(query, result);
  return result;
}

function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return name
    ? operations.find((one) => one.name?.value === name)
    : operations.length === 1
      ? operations[0]
      : undefined;
}

const failed = (message: string, code: string) => ({ errors: [new GraphQLError(message, { extensions: { code } })] });

/** Runs one request of an app against a shop, within the points it has. The answer is what goes over the wire, with HTTP 200. */
export async function answer(call: Call, throttle: Throttle, request: GraphqlRequest): Promise<object> {
  const document = check(request.query);
  if (!('kind' in document)) return { errors: document };
  const operation = operationOf(document, request.operationName);
  if (!operation) return failed('An operation name is required', 'BAD_REQUEST');
  if (operation.operation === 'subscription') return failed('Subscriptions are not supported', 'BAD_REQUEST');
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  }
  const weighed: CostInput = { schema: adminSchema(), operation, fragments, variables: request.variables };
  const asked = requestedCost(weighed);
  const { clientId, seed } = call;
  const extensions = (actual: number | null) => ({
    cost: { requestedQueryCost: asked, actualQueryCost: actual, throttleStatus: throttle.status(seed, clientId) },
  });
  if (asked > MOST_POINTS) {
    const message = `Query cost is ${asked}, which exceeds the single query max cost limit (${MOST_POINTS}).`;
    return { ...failed(message, 'MAX_COST_EXCEEDED'), extensions: extensions(null) };
  }
  if (!throttle.take(seed, clientId, asked))
    return { ...failed('Throttled', 'THROTTLED'), extensions: extensions(null) };

  const isMutation = operation.operation === 'mutation';
  const result = await execute({
    schema: adminSchema(),
    document,
    operationName: request.operationName,
    variableValues: request.variables,
    rootValue: isMutation ? rootMutation : rootQuery,
    contextValue: { ...call, hidden: isMutation } satisfies Call,
    fieldResolver: fieldResolver as GraphQLFieldResolver<unknown, unknown>,
  });
  const used = Math.min(asked, actualCost(weighed, result.data));
  throttle.giveBack(seed, clientId, asked - used);
  return { ...result, extensions: extensions(used) };
}
