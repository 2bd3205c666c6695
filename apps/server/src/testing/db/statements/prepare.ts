import pg from 'pg';
import { withClient } from '../../../db/index.ts';

export interface Comparison {
  prepared: number;
  /** Texts of several commands, of which the protocol prepares none: only their grammar was checked. */
  grammarOnly: number;
  /** Prepared on neither server, for the same reason: they name tables that a test makes for itself. */
  onNeither: string[];
  /** Prepared on the newer server alone. */
  refused: { text: string; message: string }[];
}

interface ParseConnection {
  parse(statement: { name: string; text: string }): void;
  sync(): void;
}

/** Sends a statement to be parsed and analysed, but not executed: unlike PREPARE it takes any command. */
class Preparation extends pg.Query {
  readonly queryMode = 'extended';
  prepare(connection: ParseConnection): void {
    connection.parse({ name: '', text: (this as unknown as { text: string }).text });
    connection.sync();
  }
}

const SYNTAX = '42601';

/** The statements that one server prepares and an older one with the same tables does not. */
export async function compareStatements(
  statements: readonly string[],
  urls: { older: string; newer: string },
): Promise<Comparison> {
  const older = await prepareAll(urls.older, statements);
  const newer = await prepareAll(urls.newer, [...older.keys()]);
  const found: Comparison = { prepared: statements.length - older.size, grammarOnly: 0, onNeither: [], refused: [] };
  for (const [text, error] of older) {
    const same = newer.get(text)?.code === error.code;
    if (same && error.code === SYNTAX && /multiple commands/.test(error.message)) found.grammarOnly += 1;
    else if (same && error.code !== SYNTAX) found.onNeither.push(text);
    else found.refused.push({ text, message: error.message });
  }
  return found;
}

/** The error of each statement that a server does not prepare. */
function prepareAll(url: string, statements: readonly string[]): Promise<Map<string, pg.DatabaseError>> {
  return withClient(url, 'quayside test', async (client) => {
    const errors = new Map<string, pg.DatabaseError>();
    for (const text of statements) {
      const error = await prepare(client, text);
      if (error) errors.set(text, error);
    }
    return errors;
  });
}

function prepare(client: pg.Client, text: string): Promise<pg.DatabaseError | undefined> {
  return new Promise((resolve, reject) => {
    client.query(
      new Preparation({ text }, (error) => {
        if (!error || error instanceof pg.DatabaseError) resolve(error ?? undefined);
        else reject(error);
      }),
    );
  });
}
