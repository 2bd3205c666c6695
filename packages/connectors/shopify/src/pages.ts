interface Connection<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Reads every page of a connection. An absent one (its owner is gone) has no nodes. */
export async function everyPage<T>(
  read: (after: string | null) => Promise<Connection<T> | undefined>,
  after: string | null = null,
): Promise<T[]> {
  const all: T[] = [];
  let cursor = after;
  for (;;) {
    const connection = await read(cursor);
    all.push(...(connection?.nodes ?? []));
    if (!connection?.pageInfo.hasNextPage || connection.pageInfo.endCursor === null) return all;
    cursor = connection.pageInfo.endCursor;
  }
}

/** The nodes of a first page that was read with its owner, and all that follow. */
export async function withRest<T>(
  first: Connection<T>,
  read: (after: string | null) => Promise<Connection<T> | undefined>,
): Promise<T[]> {
  if (!first.pageInfo.hasNextPage) return first.nodes;
  return [...first.nodes, ...(await everyPage(read, first.pageInfo.endCursor))];
}
