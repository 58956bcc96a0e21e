import { z } from 'zod';

const SORTS = ['group_name', '-group_name', 'members', '-members', 'permissions', '-permissions'] as const;

/** Everything of the group list that lives in its address (quality 3). */
export const groupSearch = z.object({
  text: z.string().max(100).optional(),
  /** Groups that hold this code. */
  permission: z.string().max(64).optional(),
  sort: z.enum(SORTS).default('group_name'),
  /** The group that is open, or one that is being made. */
  form: z.union([z.int().min(1), z.literal('new')]).optional(),
  /** The group a new one starts from. */
  from: z.int().min(1).optional(),
  /** Two groups side by side. */
  compare: z.array(z.int().min(1)).max(2).optional(),
});

export type GroupSearch = z.output<typeof groupSearch>;
/** Changes a part of the address. */
export type SetGroupSearch = (patch: Partial<z.input<typeof groupSearch>>, options?: { replace?: boolean }) => void;
