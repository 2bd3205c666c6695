import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import type { Mode } from '../../deps.ts';

/** A supplier variant to buy. */
export interface Component {
  source: SupplierName & SupplierId;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
  source_sku: string;
  title: string;
  option_values: string[];
  image_url: string | null;
  /** Minor units of `cost_currency`. */
  unit_cost: number | null;
  cost_currency: string;
  quantity: number;
}

/** A supplier choice of a store's variant with its first component. */
export interface SavedChoice extends Component {
  mapping_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  mapped_title: string;
  mapped_variant_title: string;
  priority: number;
  ship_to: string[];
  components: number;
}

export interface ChoiceRow extends SavedChoice {
  /** The imported variant with the same source; null: not imported. */
  product_id: string | null;
  variant_id: string | null;
}

export interface NewMapping {
  mapping_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string;
  title: string;
  variant_title: string;
  priority: number;
  ship_to: string[];
  component: Component;
}
