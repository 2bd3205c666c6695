import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/** What Shopify documents: a scalar costs nothing, an object 1, a mutation 10, a connection as many objects as asked. */
const MUTATION = 10;
const CONNECTION = 2;

export interface CostInput {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
}

interface Weigher extends CostInput {
  /** What a field holds for sure (undefined while only asked for): its parts are counted instead of the pages' lengths. */
  answer: boolean;
}

type Value = Record<string, unknown>;

const isValue = (value: unknown): value is Value => typeof value === 'object' && value !== null;

function argument(weigher: Weigher, node: FieldNode, name: string): unknown {
  const found = node.arguments?.find((candidate) => candidate.name.value === name);
  return found ? valueFromASTUntyped(found.value, weigher.variables) : undefined;
}

function pageLength(weigher: Weigher, node: FieldNode): number | undefined {
  const size = argument(weigher, node, 'first') ?? argument(weigher, node, 'last');
  return typeof size === 'number' ? size : undefined;
}

/** Objects below a field of a connection: the nodes, once each. */
function nodeSelection(weigher: Weigher, type: GraphQLCompositeType, node: FieldNode, value: unknown, count: number) {
  let total = 0;
  for (const { field, child, name } of fieldsOf(weigher, type, node.selectionSet)) {
    if (name === 'pageInfo' || isLeafType(getNamedType(field.type))) continue;
    const itemType = getNamedType(field.type);
    if (!isCompositeType(itemType)) continue;
    const rows = weigher.answer && isValue(value) ? value[keyOf(child)] : undefined;
    const list = Array.isArray(rows) ? rows : undefined;
    // An edge is no object of its own: its node is counted below it.
    const self = name === 'edges' ? 0 : 1;
    if (list) for (const row of list) total += self + selection(weigher, itemType, child.selectionSet, row);
    else total += count * (self + selection(weigher, itemType, child.selectionSet, undefined));
  }
  return CONNECTION + total;
}

const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value;

function fieldCost(weigher: Weigher, field: GraphQLField<unknown, unknown>, node: FieldNode, value: unknown): number {
  const type = getNamedType(field.type);
  if (isLeafType(type) || !isCompositeType(type) || field.name === 'userErrors') return 0;
  if (weigher.answer && (value === null || value === undefined)) return 0;
  if (type.name.endsWith('Connection')) {
    return nodeSelection(weigher, type, node, value, pageLength(weigher, node) ?? 0);
  }
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, row) => sum + 1 + selection(weigher, type, node.selectionSet, row), 0);
  }
  const ids = argument(weigher, node, 'ids');
  const isList = isListType(getNullableType(field.type));
  const count = !isList ? 1 : Array.isArray(ids) ? ids.length : (pageLength(weigher, node) ?? 1);
  return count * (1 + selection(weigher, type, node.selectionSet, value));
}

interface Selected {
  field: GraphQLField<unknown, unknown>;
  child: FieldNode;
  name: string;
}

function fieldsOf(weigher: Weigher, type: GraphQLCompositeType, set: SelectionSetNode | undefined): Selected[] {
  return (set?.selections ?? []).flatMap((item): Selected[] => {
    if (item.kind === Kind.FIELD) {
      if (!('getFields' in type)) return [];
      const field = type.getFields()[item.name.value];
      return field ? [{ field, child: item, name: item.name.value }] : [];
    }
    if (item.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = weigher.fragments[item.name.value];
      return fragment ? fieldsOf(weigher, type, fragment.selectionSet) : [];
    }
    const narrowed = item.typeCondition ? weigher.schema.getType(item.typeCondition.name.value) : type;
    return isCompositeType(narrowed) ? fieldsOf(weigher, narrowed, item.selectionSet) : [];
  });
}

function selection(
  weigher: Weigher,
  type: GraphQLCompositeType,
  set: SelectionSetNode | undefined,
  value: unknown,
): number {
  let total = 0;
  for (const { field, child } of fieldsOf(weigher, type, set)) {
    total += fieldCost(weigher, field, child, isValue(value) ? value[keyOf(child)] : undefined);
  }
  return total;
}

const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** What the input fields of productSet cost, as the schema says beside them. */
function productSetInput(input: unknown): number {
  if (!isValue(input)) return 0;
  const variants = Array.isArray(input.variants) ? input.variants.filter(isValue) : [];
  const metafields = variants.reduce((sum, variant) => sum + listLength(variant.metafields), 0);
  return (
    0.2 * variants.length +
    0.6 * variants.filter((variant) => variant.file).length +
    1.9 * listLength(input.files) +
    0.4 * (listLength(input.metafields) + metafields)
  );
}

function rootCost(weigher: Weigher, data: unknown): number {
  const { operation, schema } = weigher;
  const root = operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType();
  if (!isObjectType(root)) return 0;
  let total = 0;
  for (const { field, child, name } of fieldsOf(weigher, root, operation.selectionSet)) {
    const value = isValue(data) ? data[keyOf(child)] : undefined;
    if (operation.operation === 'mutation') {
      const type = getNamedType(field.type);
      const payload = isCompositeType(type) ? selection(weigher, type, child.selectionSet, value) : 0;
      const input = name === 'productSet' ? productSetInput(argument(weigher, child, 'input')) : 0;
      total += MUTATION + payload + input;
    } else total += fieldCost(weigher, field, child, value);
  }
  return Math.max(1, Math.ceil(total));
}

/** The most points that a request can cost, from what it asks for. Interfaces count all their alternatives. */
export const requestedCost = (input: CostInput): number => rootCost({ ...input, answer: false }, undefined);

/** The points that a request did cost, from what was answered. */
export const actualCost = (input: CostInput, data: unknown): number => rootCost({ ...input, answer: true }, data);
