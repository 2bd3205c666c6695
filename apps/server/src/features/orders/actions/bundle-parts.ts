import { newId, nextState } from '@quayside/kernel';
import type { BundlePart, VariantMatch } from '../ports.ts';
import type { LinePatch, NewPart } from '../repo.ts';
import { CHANGEABLE, LINE_TRANSITIONS } from '../rules/line-states.ts';
import type { LineRow } from '../tables.ts';

/** Reason of lines whose supplier variant is missing, until its replacement is decided. */
export const MAPPING_HELD = 'MAPPING_HELD';

export const heldBlock = (line: Pick<LineRow, 'title'>) => ({ key: MAPPING_HELD, params: { title: line.title } });

export const matchFields = (match: Omit<VariantMatch, 'further'>): NonNullable<LinePatch['match']> => ({
  product_id: match.productId,
  variant_id: match.variantId,
  source: match.source,
  source_product_id: match.sourceProductId,
  source_variant_id: match.sourceVariantId,
  source_sku: match.sourceSku,
  pieces_per_unit: match.piecesPerUnit ?? 1,
  unit_cost: match.cost,
  cost_currency: match.cost === null ? null : match.currency,
  replaced: false,
  image_url: match.imageUrl,
});

/** A line without a supplier. */
export const NO_MATCH: NonNullable<LinePatch['match']> = {
  product_id: null,
  variant_id: null,
  source: null,
  source_product_id: null,
  source_variant_id: null,
  source_sku: null,
  pieces_per_unit: 1,
  unit_cost: null,
  cost_currency: null,
  replaced: false,
};

type Match = Omit<VariantMatch, 'further'>;

export const isSame = (line: LineRow, match: Match): boolean =>
  line.source === match.source &&
  line.source_product_id === match.sourceProductId &&
  line.source_variant_id === match.sourceVariantId &&
  line.pieces_per_unit === (match.piecesPerUnit ?? 1);

/** The line blocked or freed, as its supplier variant is held or not; undefined: unchanged. */
export function heldPatch(line: LineRow, match: Match): LinePatch | undefined {
  const isHeld = line.state === 'blocked' && line.block_key === MAPPING_HELD;
  if (isHeld === (match.held ?? false) || (match.held && line.state !== 'ready')) return undefined;
  const ids = { order_id: line.order_id, line_id: line.line_id };
  return isHeld ? { ...ids, state: 'ready', block: null } : { ...ids, state: 'blocked', block: heldBlock(line) };
}

/** The line with another supplier, or without one; undefined: unchanged. A quote is only valid for its supplier. */
export function remapped(line: LineRow, match: Match | undefined): LinePatch | undefined {
  if (match && isSame(line, match)) return heldPatch(line, match);
  if (!match && line.source === null) return undefined;
  const base = {
    order_id: line.order_id,
    line_id: line.line_id,
    block: null,
    shipping_method: null,
    shipping_quote: null,
  };
  if (match) {
    const state = nextState(LINE_TRANSITIONS, line.state, line.state === 'unmapped' ? 'map' : 'unblock') ?? line.state;
    return { ...base, state, match: matchFields(match) };
  }
  return { ...base, state: nextState(LINE_TRANSITIONS, line.state, 'unmap') ?? line.state, match: NO_MATCH };
}

/** A further part as a line of its own. */
function newPart(line: LineRow, part: BundlePart, position: number): NewPart {
  return {
    ...matchFields(part),
    image_url: part.imageUrl,
    order_id: line.order_id,
    line_id: newId(),
    external_line_id: `${line.external_line_id}+${position}`,
    title: part.title,
    variant_title: part.variantTitle || null,
    quantity: line.quantity,
    fulfillable_quantity: line.fulfillable_quantity,
    refunded_quantity: line.refunded_quantity,
    state: part.held ? 'blocked' : 'ready',
    block_key: part.held ? MAPPING_HELD : null,
    block_params: part.held ? heldBlock(part).params : null,
    position: line.position,
    bundle_line_id: line.line_id,
    bundle_position: position,
  };
}

export interface PartsPlan {
  patches: LinePatch[];
  added: NewPart[];
  removed: LineRow[];
}

const isOpen = (line: LineRow): boolean => CHANGEABLE.includes(line.state) && !line.replaced;

/** The same line after a part was held; undefined: no component of the match is this part. */
const stillHeld = (line: LineRow, components: readonly Match[]): LinePatch | undefined => {
  const same = components.find((one) => isSame(line, one));
  return same && CHANGEABLE.includes(line.state) ? heldPatch(line, same) : undefined;
};

/**
 * What a match changes of a line and of its further parts. A line of which a part is at a supplier, or was chosen by a person,
 * keeps its parts: a changed mapping can't tell which of them are bought already. So do lines of which parts were requested
 * before, unless the number of parts stays.
 */
export function planParts(line: LineRow, parts: readonly LineRow[], match: VariantMatch | undefined): PartsPlan {
  const further = match?.further ?? [];
  const whole = [line, ...parts];
  const isFixed =
    parts.length > 0 &&
    (!whole.every(isOpen) || (parts.length !== further.length && whole.some((one) => one.requested)));
  if (isFixed) {
    const components = match ? [match, ...further] : [];
    return { patches: whole.flatMap((one) => stillHeld(one, components) ?? []), added: [], removed: [] };
  }
  const at = (position: number) => parts.find((part) => part.bundle_position === position);
  const patches = [remapped(line, match)];
  const added: NewPart[] = [];
  for (const [index, component] of further.entries()) {
    const known = at(index + 1);
    if (known) patches.push(withTitle(remapped(known, component), component));
    else added.push(newPart(line, component, index + 1));
  }
  const removed = parts.filter((part) => (part.bundle_position ?? 0) > further.length);
  return { patches: patches.flatMap((patch) => patch ?? []), added, removed };
}

const withTitle = (patch: LinePatch | undefined, part: BundlePart): LinePatch | undefined =>
  patch?.match
    ? { ...patch, part: { title: part.title, variant_title: part.variantTitle || null, image_url: part.imageUrl } }
    : patch;

/**
 * The component for a part without a supplier whose line has others: one that no other part is. undefined: the mapping has
 * none, so a person decides.
 */
export function missingComponent(
  part: LineRow,
  others: readonly LineRow[],
  match: VariantMatch | undefined,
): Match | undefined {
  if (!match) return undefined;
  const components: Match[] = [match, ...(match.further ?? [])];
  const free = components.filter((one) => !others.some((other) => isSame(other, one)));
  const own = components[part.bundle_position ?? 0];
  return own && free.includes(own) ? own : free.length === 1 ? free[0] : undefined;
}
