/** Owner ids in the directories of stores and suppliers. */
interface Entry {
  id: string;
  workplace_id: string;
  account_id: string;
}

/** Job payload for a store. */
export const storeRef = (entry: Entry) => ({
  accountId: entry.account_id,
  workplaceId: entry.workplace_id,
  storeId: entry.id,
});

/** Job payload for a supplier connection. */
export const connectionRef = (entry: Entry) => ({
  accountId: entry.account_id,
  workplaceId: entry.workplace_id,
  connectionId: entry.id,
});
