import { ProductCenter } from './center-page.tsx';

/** Products on auto update: watched at their suppliers. */
export default function AutoUpdatePage() {
  return <ProductCenter watched />;
}
