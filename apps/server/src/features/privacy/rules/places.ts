/**
 * Every place that holds personal data of shoppers, or a text or document that could, and what becomes of it there. `erased`: by
 * the erasure of a shopper (erase-repo.ts), column by column. `expires`: deleted after a time in any case. `none`: of no shopper,
 * with the reason. A test compares the list with the database's catalogue.
 */
export type Fate = { erased: string } | { expires: string } | { none: string };

const STAFF = 'Of the people who work here, not of shoppers.';
const GOODS = 'Of products, suppliers or stores.';
const KEYS = 'Ids, keys and states.';

export const PLACES: Readonly<Record<string, Fate>> = {
  // Orders
  'sales_order.customer_name': { erased: 'emptied' },
  'sales_order.customer_email': { erased: 'emptied' },
  'sales_order.address': { erased: 'emptied; the country stays in ship_country' },
  'sales_order.address_edit': { erased: 'emptied' },
  'sales_order.note': { erased: 'emptied' },
  'sales_order.public_tracking_id': { none: 'Unguessable, and leads nowhere once the tracking page is closed.' },
  'sales_order.problems': { none: KEYS },
  'order_line.block_params': { erased: "a supplier's own words are removed" },
  'order_line.shipping_quote': { none: GOODS },
  'order_term.term': { erased: 'only the number and the SKUs stay' },
  'order_contact.contact_key': { erased: 'deleted, by a trigger of sales_order' },
  'order_event.params': { erased: "a supplier's own words are removed; what happened stays" },
  'tracking_directory.public_tracking_id': { erased: 'deleted: the tracking page is closed' },
  // Suppliers and parcels. What a supplier itself keeps is the supplier's to erase.
  'supplier_order.address': { erased: 'emptied' },
  'supplier_order.error_params': { erased: "a supplier's own words are removed" },
  'supplier_order.pay_notes': { erased: 'emptied' },
  'supplier_order.shipping_quote': { none: GOODS },
  'supplier_quote.ask': { erased: 'deleted; and a day after it was asked in any case' },
  'supplier_quote.options': { none: GOODS },
  'supplier_quote.stock': { none: GOODS },
  'supplier_quote.error_params': { erased: 'deleted with its quote' },
  'shipment.tracking_url': { erased: 'emptied; the number stays, so that a parcel is not synced twice' },
  'shipment.report_params': { erased: "the store's own words are removed" },
  'shipment_event.description': { erased: 'deleted' },
  'shipment_event.location': { erased: 'deleted' },
  // What came in and went out
  'webhook_delivery.body': {
    erased: 'emptied; and a week after it came in any case. A privacy request is emptied once it is filed',
  },
  'live_event.payload': { expires: 'after 24 hours; ids and states alone' },
  'notification.params': { erased: "a supplier's own words are removed; deleted after 90 days in any case" },
  'notification.subjects': { none: 'Names of orders and products.' },
  'notification_event.params': { erased: "a supplier's own words are removed; gathered within a second" },
  'notification_delivery.error_params': { none: KEYS },
  'mail_outbox.recipient': { none: STAFF },
  'mail_outbox.body': { expires: 'after 30 days; names orders and may quote a supplier, no addresses' },
  'process.error_params': { none: 'Of a task; names orders and products.' },
  'process.result': { none: 'Counts of a task.' },
  'store_move_row.carried': { expires: 'with the move, whose orders are not erased before they arrive' },
  // Append-only books
  'audit_entry.before': {
    erased: "the shopper's values are replaced by [erased] (erase_audit_names); the entry stays",
  },
  'audit_entry.after': { erased: "the shopper's values are replaced by [erased] (erase_audit_names); the entry stays" },
  'audit_entry.ip': { none: STAFF },
  'ledger_posting.reference': { none: KEYS },
  // Privacy itself
  'privacy_request.subject': { erased: 'emptied when the request ends' },
  'privacy_request.outcome': { none: 'Counts, names of suppliers and of orders.' },
  'privacy_request.label': { none: 'Shortened from the start.' },
  // People who work here, their stores and goods
  'account.email': { none: STAFF },
  'account.email_key': { none: STAFF },
  'account.first_name': { none: STAFF },
  'account.last_name': { none: STAFF },
  'account.metadata': { none: STAFF },
  'account.operator_email': { none: STAFF },
  'account_event.ip': { none: STAFF },
  'account_flag.value': { none: STAFF },
  'account_link.email': { none: STAFF },
  'account_link.detail': { none: STAFF },
  'account_totp.secret': { none: STAFF },
  'activity_event.facts': { none: STAFF },
  'api_token.last_used_ip': { none: STAFF },
  'buying_address.address': { none: 'The address of a web page.' },
  'connect_attempt.delivered': { none: KEYS },
  'connect_attempt.outcome': { none: KEYS },
  'enhancement.error_params': { none: GOODS },
  'enhancement.fields': { none: GOODS },
  'enhancement.writer': { none: GOODS },
  'invitation.email': { none: STAFF },
  'listing.error_params': { none: GOODS },
  'listing.settings': { none: GOODS },
  'mail_request.email': { none: STAFF },
  'lost_order.lines': { none: GOODS },
  'lost_order.parcels': {
    none: 'Tracking numbers of parcels until the order is recorded, as with shipment.tracking_number.',
  },
  'unclaimed_order.lines': { none: GOODS },
  'unclaimed_order.parcels': { none: 'Tracking numbers, of no workspace that is known.' },
  'notification_webhook.secret': { none: KEYS },
  'operator_claim.email': { none: STAFF },
  'operator_feedback.email': { none: STAFF },
  'product.images': { none: GOODS },
  'product.options': { none: GOODS },
  'product.original': { none: GOODS },
  'saved_page.address': { none: 'The address of a web page.' },
  'session_token.ip': { none: STAFF },
  'social_attempt.kept': { none: STAFF },
  'social_identity.email': { none: STAFF },
  'source_product.detail': { none: GOODS },
  'source_question.progress': { none: GOODS },
  'source_quote.options': { none: GOODS },
  'store.credentials': { none: KEYS },
  'store.last_error': { erased: 'emptied with the shop' },
  'store.metadata': { none: KEYS },
  'store.order_cursor': { none: KEYS },
  'store.orders_by_reason': { none: KEYS },
  'store.owner_email': { erased: 'of the shop: emptied with it' },
  'store.owner_name': { erased: 'of the shop: emptied with it' },
  'store.webhook_secret': { none: KEYS },
  'store_migration.carried': { none: KEYS },
  'store_migration.error': { none: KEYS },
  'store_move.actor': { none: STAFF },
  'store_move.error': { none: KEYS },
  'store_move.tally': { none: KEYS },
  'store_move.waits': { none: KEYS },
  'storefront.info': { erased: 'of the shop: deleted with it' },
  'storefront.problem': { erased: 'of the shop: deleted with it' },
  'supplier_connection.credentials': { none: KEYS },
  'supplier_connection.last_error': { none: KEYS },
  'supplier_connection.webhook_secret': { none: KEYS },
  'workplace.settings': { none: STAFF },
};

/** Columns that can hold personal data: every document and body, and texts with such a name. */
export const COULD_HOLD =
  /^(.*_)?(email|email_key|phone|address|address_edit|customer_name|first_name|last_name|owner_name|recipient|note|ip|last_used_ip|body|location|description|tracking_url|term|contact_key|label|public_tracking_id)$/;
/** Names of goods, settings and secrets that merely look like it. */
export const LOOKS_LIKE_IT: readonly string[] = ['supplier_connection.label'];
