/** What bounds the rows of a table. */
export type Growth =
  /** As many as there are things of a kind: one row or a few for each. */
  | { of: string }
  /** Kept for good, on purpose. */
  | { kept: string }
  /** Old rows are deleted in this file, of the server's `src`, by a statement or by a function with this name. */
  | { endsIn: string; by?: string }
  /** Deleted with their row of another table (`on delete cascade`). */
  | { with: string };

const GROUPS: readonly (readonly [Growth, string])[] = [
  [
    { of: 'installation' },
    'app_secret_fingerprint installation schema_migrations backup_state books_check schedule_round topup_check warehouse.installation warehouse.shipping_rate',
  ],
  [
    { of: 'account' },
    'account account_flag account_picture account_plan account_recovery_code account_totp platform_identity social_identity wallet wallet_former_payer',
  ],
  [
    { of: 'workspace' },
    'workplace member live_position open_work_directory history_export_progress ai_image_setting ai_writing_setting document_setting mapping_check mapping_setting mapping_suggestion_run monitoring_setting monitoring_turn notification_member notification_preference notification_webhook placement_setting privacy_setting privacy_turn product_setting purchasing_setting return_address return_setting sample_address shopper_mail_setting tracking_page tracking_setting workplace_offer workplace_rate',
  ],
  [
    { of: 'store or supplier' },
    'store store_directory store_list store_collection store_copy_setting store_customs store_guard collection_category collection_setting field_owner_setting metafield_definition market_choice market_list order_count auto_update_rule stock_location_list stock_run storefront shopper_mail_store return_store_setting cost_backfill price_rule supplier_connection supplier_directory supplier_warehouses restore_check tracking_service tracking_service_directory',
  ],
  [
    { of: 'product' },
    'product product_variant product_tag product_collection product_metafield product_watch variant_watch listing listing_variant listing_metafield store_bundle_part store_multiple store_override store_price variant_mapping mapping_component mapping_proposal market_price source_product source_shipping source_zone source_category warehouse.picture warehouse.product warehouse.variant',
  ],
  [
    { of: 'thing that a person adds and removes' },
    'api_token api_token_directory gallery_image invitation invitation_directory list_view product_feed saved_page stored_file file_directory buying_address shopper_unsubscribe',
  ],
  [
    { kept: 'orders and what was said and agreed about them' },
    'sales_order order_line order_contact order_term order_return order_return_line order_return_refund order_risk order_set_aside order_edit order_feedback supplier_order supplier_order_line supplier_refund expected_refund refund_directory refund_request refund_request_line refund_request_photo shipment shipment_line shipment_event shipment_alarm tracking_directory tracked_number guard_stop store_check shopper_mail lost_order unclaimed_order claim_evidence warehouse.purchase warehouse.purchase_line warehouse.parcel warehouse.parcel_event warehouse.parcel_line warehouse.payment',
  ],
  [
    { kept: 'money: the ledger and its payments' },
    'ledger_entry ledger_posting topup topup_claim topup_directory payment_event',
  ],
  [
    { kept: 'a few a year: requests to erase or export, transfers of stores, feedback to operators' },
    'privacy_request store_move store_migration operator_feedback',
  ],
  [
    { kept: 'accepted results of a product, which can be undone; the others are deleted' },
    'enhancement image_enhancement',
  ],
  [{ kept: 'a row for each month and kind that went to a file' }, 'history_export account_history'],
  [{ kept: 'a row for each currency and day, about 10,000 a year' }, 'exchange_rate'],
  [{ endsIn: 'features/audit/history-repo.ts', by: 'export_audit' }, 'audit_entry'],
  [{ endsIn: 'features/accounts/history-repo.ts', by: 'delete_exported_account_events' }, 'account_event'],
  [{ endsIn: 'features/orders/history-repo.ts' }, 'order_event'],
  [{ endsIn: 'features/processes/history-repo.ts' }, 'process'],
  [{ endsIn: 'features/plans/history-repo.ts' }, 'usage_record'],
  [{ endsIn: 'features/auto-updates/history-repo.ts' }, 'auto_update_change auto_update_batch supplier_hold'],
  [{ endsIn: 'features/auto-updates/report-repo.ts' }, 'supplier_report'],
  [{ endsIn: 'features/market-prices/history-repo.ts' }, 'market_price_batch'],
  [{ endsIn: 'features/pricing/history-repo.ts' }, 'price_batch'],
  [{ endsIn: 'features/products/history-repo.ts' }, 'push_batch'],
  [{ endsIn: 'features/products/bulk-edit-repo.ts' }, 'bulk_edit'],
  [{ endsIn: 'features/orders/change-repo.ts' }, 'order_change'],
  [{ endsIn: 'features/activity/repo.ts' }, 'activity_event'],
  [{ endsIn: 'live/event-repo.ts' }, 'live_event'],
  [{ endsIn: 'features/connections/webhook-repo.ts' }, 'webhook_delivery'],
  [{ endsIn: 'features/connections/actions/watch-connections.ts' }, 'webhook_refusal connect_attempt'],
  [
    { endsIn: 'features/notifications/repo.ts' },
    'notification notification_event notification_delivery notification_read',
  ],
  [{ endsIn: 'features/manual-orders/import-repo.ts' }, 'order_import'],
  [{ endsIn: 'features/product-files/import-repo.ts' }, 'product_import'],
  [{ endsIn: 'features/product-files/export-repo.ts' }, 'product_export'],
  [{ endsIn: 'features/adoption/repo.ts' }, 'adoption'],
  [{ endsIn: 'features/adoption/search-repo.ts' }, 'adoption_search'],
  [{ endsIn: 'features/mapping/suggestion-repo.ts' }, 'mapping_suggestion'],
  [{ endsIn: 'features/mapping/picture-repo.ts' }, 'picture_hash'],
  [
    { endsIn: 'features/accounts/actions/clear-leftovers.ts' },
    'session_token account_link social_attempt mail_request login_attempt',
  ],
  [{ endsIn: 'features/accounts/actions/offer-claims.ts' }, 'operator_claim'],
  [{ endsIn: 'features/mail/register.ts' }, 'mail_outbox'],
  [{ endsIn: 'features/sourcing/register.ts' }, 'source_quote source_question'],
  [{ endsIn: 'features/sourcing/view-repo.ts' }, 'source_view'],
  [{ endsIn: 'features/purchasing/quote-repo.ts' }, 'supplier_quote'],
  [{ endsIn: 'features/files/upload-repo.ts' }, 'file_upload'],
  [{ endsIn: 'features/transfers/staging-repo.ts' }, 'store_move_row'],
  [{ endsIn: 'features/transfers/transfer-repo.ts' }, 'store_move_name'],
  [{ endsIn: 'features/wallet/repo.ts' }, 'books_difference'],
  [{ endsIn: 'features/warehouse/import-repo.ts' }, 'warehouse.import'],
  [{ endsIn: 'features/warehouse/webhook-repo.ts' }, 'warehouse.webhook'],
  [{ endsIn: 'jobs/rounds.ts' }, 'schedule_page'],
  [{ endsIn: 'backup/run-repo.ts' }, 'backup_run'],
  [{ with: 'push_batch' }, 'push_batch_item'],
  [{ with: 'price_batch' }, 'price_batch_item'],
  [{ with: 'bulk_edit' }, 'bulk_edit_item'],
  [{ with: 'order_import' }, 'order_import_item order_import_row'],
  [{ with: 'product_import' }, 'product_import_item'],
  [{ with: 'adoption' }, 'adoption_skip'],
  [{ with: 'adoption_search' }, 'adoption_found'],
  [{ with: 'session_token' }, 'session_code'],
  [{ with: 'warehouse.import' }, 'warehouse.import_item'],
];

/** Every table with what bounds it; growth.test.ts compares it with the schema. A table that grows with use needs a rule. */
export const GROWTH: readonly (readonly [table: string, growth: Growth])[] = GROUPS.flatMap(([growth, tables]) =>
  tables.split(' ').map((table) => [table, growth] as const),
);
