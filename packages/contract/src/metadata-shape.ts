import type { z } from 'zod';
import { article, ARTICLE_KEY } from './article.ts';
import { METADATA_SHAPES, type METADATA_TYPES } from './setting.ts';

/** The schema a key's value must fit; undefined where there is no such key. */
export function metadataShape(data_type: (typeof METADATA_TYPES)[number], key: string): z.ZodType | undefined {
  if (data_type === 'INFO_HUB') return ARTICLE_KEY.test(key) ? article : undefined;
  const shapes: Record<string, z.ZodType> = METADATA_SHAPES[data_type];
  return Object.hasOwn(shapes, key) ? shapes[key] : undefined;
}
