import { z } from 'zod';

/** A page for those who would rather scroll than turn pages. */
export const LONG_PAGE = 1000;

/** Rows of a page as they stand in the address: up to what one call answers, or one long page. */
export const pageSize = () => z.union([z.int().min(1).max(200), z.literal(LONG_PAGE)]).default(50);

/** Ids of what a list is narrowed to. */
export const ids = () => z.array(z.int().min(1)).max(200).optional();

/** A day a list is narrowed by. */
export const day = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional();
