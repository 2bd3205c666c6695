import { country } from './countries.ts';
import { ok, type RestRoutes } from './rest.ts';
import type { ShopSettings, Shops } from './shops.ts';
import { WpError } from './wp-error.ts';

/** What anybody may read of a WordPress at /wp-json/. */
export function discovery(settings: ShopSettings, home: string): Record<string, unknown> {
  return {
    name: settings.name,
    description: settings.tagline,
    url: home,
    home,
    gmt_offset: 0,
    timezone_string: settings.timeZone,
    namespaces: ['oembed/1.0', 'wc/v1', 'wc/v2', 'wc/v3', 'wc/store', 'wc/store/v1', 'wc-admin', 'wp/v2'],
    authentication: [],
    routes: {
      '/': { namespace: '', methods: ['GET'] },
      '/wc/v3': { namespace: 'wc/v3', methods: ['GET'] },
    },
    site_logo: 0,
    site_icon: 0,
  };
}

/** Settings, status and countries: what a client reads when it connects. */
export function addSettingRoutes(routes: RestRoutes, shops: Shops): void {
  const of = (shop: string): ShopSettings => {
    const settings = shops.get(shop);
    if (!settings) throw new WpError('rest_no_route', 'No such shop.', 404);
    return settings;
  };
  const general = (shop: string) => {
    const settings = of(shop);
    const place = settings.state ? `${settings.country}:${settings.state}` : settings.country;
    return [
      { id: 'woocommerce_store_address', label: 'Address line 1', type: 'text', value: '1 Quay Road' },
      { id: 'woocommerce_default_country', label: 'Country / State', type: 'select', value: place },
      { id: 'woocommerce_currency', label: 'Currency', type: 'select', value: settings.currency },
      { id: 'woocommerce_price_num_decimals', label: 'Number of decimals', type: 'number', value: '2' },
    ];
  };
  routes.add('GET', 'settings/general', ({ shop }) => ok(general(shop)));
  routes.add('GET', 'settings/products', ({ shop }) =>
    ok([
      {
        id: 'woocommerce_weight_unit',
        label: 'Weight unit',
        type: 'select',
        value: of(shop).country === 'US' ? 'lbs' : 'kg',
      },
      {
        id: 'woocommerce_dimension_unit',
        label: 'Dimensions unit',
        type: 'select',
        value: of(shop).country === 'US' ? 'in' : 'cm',
      },
    ]),
  );
  routes.add('GET', 'settings/general/([a-z_]+)', ({ shop, route }) => {
    const setting = general(shop).find((entry) => entry.id === route.split('/').at(-1));
    if (!setting) throw new WpError('rest_setting_setting_invalid', 'Invalid setting.', 404);
    return ok(setting);
  });
  routes.add('GET', 'system_status', ({ shop }) => {
    const settings = of(shop);
    return ok({
      environment: {
        home_url: shops.home(shop),
        site_url: shops.home(shop),
        version: settings.version,
        wp_version: '7.0',
      },
      settings: { api_enabled: false, currency: settings.currency, currency_symbol: settings.currency },
    });
  });
  routes.add('GET', 'data/countries/([A-Za-z]+)', ({ route }) => {
    const found = country(route.split('/').at(-1) ?? '');
    if (!found)
      throw new WpError(
        'woocommerce_rest_data_invalid_location',
        'There are no locations matching these parameters.',
        404,
      );
    return ok(found);
  });
}
