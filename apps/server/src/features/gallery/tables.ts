/** A row of gallery_image. */
export interface ImageRow {
  image_id: string;
  file_id: string;
  public_key: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  created_at: string;
}
