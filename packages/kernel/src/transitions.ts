/** State machine of an entity, shared by server guards, timelines and buttons. */
export type Transitions<State extends string, Move extends string> = Readonly<
  Record<Move, { from: readonly State[]; to: State }>
>;

/** The state after a transition; undefined when it is not allowed. */
export function nextState<S extends string, M extends string>(
  table: Transitions<S, M>,
  state: S,
  move: M,
): S | undefined {
  const rule = table[move];
  return rule.from.includes(state) ? rule.to : undefined;
}
