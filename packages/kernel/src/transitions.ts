/** One table of states and moves for an entity; server guards, timelines and buttons read the same table. */
export type Transitions<State extends string, Move extends string> = Readonly<
  Record<Move, { from: readonly State[]; to: State }>
>;

/** The state after a move, or undefined when the move is not allowed from here. */
export function moved<S extends string, M extends string>(table: Transitions<S, M>, state: S, move: M): S | undefined {
  const rule = table[move];
  return rule.from.includes(state) ? rule.to : undefined;
}
