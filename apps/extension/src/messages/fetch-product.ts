import type { PageProduct } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { readProduct } from '../pages/product.ts';
import { readAddress } from './read-page.ts';

/** Row C312: a page's product. */
export const fetchProduct = (browser: Browser, { address }: { address: string }): Promise<PageProduct> =>
  readAddress(browser, address, readProduct);
