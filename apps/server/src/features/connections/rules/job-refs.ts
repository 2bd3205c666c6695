/** Whose it is, as the directories of stores and suppliers say it. */
interface Entry {
  id: string;
  workplace_id: string;
  account_id: string;
}

/** What a job about one store is given. */
export const storeRef = (entry: Entry) => ({
  accountId: entry.account_id,
  workplaceId: entry.workplace_id,
  storeId: entry.id,
});

/** What a job about one connected supplier is given. */
export const connectionRef = (entry: Entry) => ({
  accountId: entry.account_id,
  workplaceId: entry.workplace_id,
  connectionId: entry.id,
});
