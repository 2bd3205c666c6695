import { AppError } from '@quayside/kernel';

/** Codes of the warehouse's refusals: those about an order are the words that the connectors share. */
export type WarehouseCode =
  | 'unauthorized'
  | 'not_found'
  | 'invalid_input'
  | 'already_exists'
  | 'product_out_of_stock'
  | 'error_not_found_sku'
  | 'error_save_all_address'
  | 'shipped_country_notfound'
  | 'shipping_method_unavailable'
  | 'amount_mismatch'
  | 'already_paid'
  | 'wrong_state';

const HTTP: Record<WarehouseCode, number> = {
  unauthorized: 401,
  not_found: 404,
  invalid_input: 422,
  already_exists: 409,
  product_out_of_stock: 409,
  error_not_found_sku: 422,
  error_save_all_address: 422,
  shipped_country_notfound: 422,
  shipping_method_unavailable: 422,
  amount_mismatch: 422,
  already_paid: 409,
  wrong_state: 409,
};

/** The warehouse understood and refuses. `lines` are the customer's own references of the lines at fault. */
export class WarehouseRefusal extends Error {
  override readonly name = 'WarehouseRefusal';
  readonly code: WarehouseCode;
  readonly http: number;
  readonly lines: readonly string[];
  constructor(code: WarehouseCode, message: string, lines: readonly string[] = []) {
    super(message);
    this.code = code;
    this.http = HTTP[code];
    this.lines = lines;
  }
}

/** The same refusal for the people at the staff's page. */
export function asAppError(refusal: WarehouseRefusal): AppError {
  if (refusal.code === 'not_found') return new AppError('NOT_FOUND', 'WAREHOUSE_NOT_FOUND', { cause: refusal });
  if (refusal.code === 'wrong_state') return new AppError('BAD_REQUEST', 'WAREHOUSE_WRONG_STATE', { cause: refusal });
  return new AppError('BAD_REQUEST', 'WAREHOUSE_REFUSED', { params: { detail: refusal.message }, cause: refusal });
}
