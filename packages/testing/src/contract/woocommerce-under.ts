import { woocommerce } from '@quayside/connector-woocommerce';
import type { ChannelUnderTest } from './channel-world.ts';
import { annotate, retrack, woocommerceMerchant } from './woocommerce-merchant.ts';
import { woocommerceShelves } from './woocommerce-shelves.ts';

/** What is the same of every WooCommerce shop, stand-in or real. */
export const woocommerceUnderTest = {
  connector: woocommerce,
  platform: 'woocommerce',
  wrongCredentials: { consumerKey: `ck_${'0'.repeat(40)}`, consumerSecret: `cs_${'0'.repeat(40)}` },
  addresses: {
    good: {
      'shop.example.com': 'https://shop.example.com',
      ' HTTP://Shop.Example.com/wp-admin/edit.php?post_type=product ': 'http://shop.example.com',
      'https://example.com/store/': 'https://example.com/store',
      'https://example.com:8443/wp-json/wc/v3': 'https://example.com:8443',
      '127.0.0.1:8080': 'https://127.0.0.1:8080',
    },
    bad: ['', '   ', 'shop', 'ftp://shop.example.com', 'https://user:secret@shop.example.com', 'two words.example.com'],
  },
  secrets: { webhookSecret: 'contract-suite-secret' },
  unknownOrderId: '99999999',
  pageSize: 100,
  notesFirst: true,
  // WooCommerce judges a file by its ending.
  refusedPicture: (url: string) => url.replace('.png', '.bin'),
  merchant: woocommerceMerchant,
  shelves: woocommerceShelves,
  retrack,
  annotate,
  calls: {
    read: { match: 'GET .*/orders\\?' },
    createProduct: { match: 'POST .*/products\\?' },
    createVariants: { match: 'POST .*/variations/batch' },
    updateProduct: { match: 'PUT .*/products/\\d+' },
    updateVariants: { match: 'POST .*/variations/batch' },
    setStock: { match: 'POST .*/products/batch' },
    fulfill: { match: 'PUT .*/orders/\\d+' },
    retrack: { match: 'PUT .*/orders/\\d+' },
    refund: { match: 'POST .*/refunds' },
    note: { match: 'POST .*/notes' },
  },
} satisfies Partial<ChannelUnderTest>;
