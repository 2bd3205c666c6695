/** A small file can hold a huge picture, and each pixel takes four bytes of memory while it is read. */
const MOST_PIXELS = 100_000_000;

/** Whether a JPEG, PNG or WebP can be decoded to its end. */
export async function isWholePicture(bytes: Uint8Array): Promise<boolean> {
  // Loaded on first use: the image library costs memory that an idle server should not pay.
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}
