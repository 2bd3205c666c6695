-- Who asked for a store, and who let one go; after 0090, which is how changes are written down since.
call audited('store_migration', 'insert or update', 'store_migration', 'migration_id', 'platform_domain', 'carried');
