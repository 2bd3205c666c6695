import type { Transitions } from '@quayside/kernel';

/** A column of states whose moves the database knows. */
export interface MovedColumn {
  table: string;
  column: string;
  moves: Transitions<string, string>;
  /** One statement may write the end of several moves in a row, as where a parcel's events are read together. */
  walked?: boolean;
}

const triggerOf = ({ table, column }: MovedColumn): string => `${table.split('.').at(-1)}_${column}_moves`;

/** The changes that a column's table of moves allows, as "from>to". */
export function getPairs({ moves, walked = false }: Pick<MovedColumn, 'moves' | 'walked'>): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of Object.values(moves))
    for (const state of from) next.set(state, (next.get(state) ?? new Set()).add(to));
  const ends = (state: string, seen = new Set<string>()): Set<string> => {
    for (const to of next.get(state) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      if (walked) ends(to, seen);
    }
    return seen;
  };
  return [...next.keys()]
    .flatMap((from) => [...ends(from)].filter((to) => to !== from).map((to) => `${from}>${to}`))
    .sort();
}

/** The statements that teach the database a column's moves, for a migration. */
export const movesTrigger = (kept: MovedColumn): string => {
  const { table, column } = kept;
  const lines = [...Map.groupBy(getPairs(kept), (pair) => pair.split('>')[0]).values()].map((pairs) => pairs.join());
  return `drop trigger if exists ${triggerOf(kept)} on ${table};
create trigger ${triggerOf(kept)} before update of ${column} on ${table} for each row
  when (old.${column} is distinct from new.${column} and old.${column} || '>' || new.${column} <> all ('{
    ${lines.join(',\n    ')}}'))
  execute function refuse_move('${column}');
`;
};

/** What finds the pairs that the database knows for a column. */
export const knownPairs = (kept: MovedColumn): { text: string; values: unknown[] } => ({
  text: `select substring(pg_get_triggerdef(oid) from '''\\{([^}]*)\\}''') as pairs from pg_trigger
    where tgrelid = $1::regclass and tgname = $2 and tgenabled = 'O'`,
  values: [kept.table, triggerOf(kept)],
});
