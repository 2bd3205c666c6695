interface Choice {
  /** Named images, of one product; absent: the first ones of each. */
  imageUrls?: readonly string[] | undefined;
  mostImages: number;
}

/** The images of a product that a request improves, without those that are being improved already. */
export function chosenImages(
  product: { product_id: string; images: readonly { url: string }[] },
  { imageUrls, mostImages }: Choice,
  atWork: ReadonlySet<string>,
): { urls: string[] } | { key: string } {
  const own = product.images.map((image) => image.url);
  const wanted = imageUrls ? [...new Set(imageUrls)] : own.slice(0, mostImages);
  if (wanted.length === 0) return { key: 'IMAGE_NONE' };
  if (wanted.some((url) => !own.includes(url))) return { key: 'IMAGE_NOT_OF_PRODUCT' };
  const urls = wanted.filter((url) => !atWork.has(`${product.product_id} ${url}`));
  return urls.length > 0 ? { urls } : { key: 'IMAGE_AT_WORK' };
}
