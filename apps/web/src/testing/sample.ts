import { z } from 'zod';

/** Creates a valid value for a URL parameter. */
export function createSampleValue(field: z.ZodType): unknown {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault)
    return createSampleValue(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodPipe) return createSampleValue(field.out as z.ZodType);
  if (field instanceof z.ZodArray) return [createSampleValue(field.element as z.ZodType)];
  if (field instanceof z.ZodEnum) return field.options[0];
  if (field instanceof z.ZodLiteral) return [...field.values][0];
  if (field instanceof z.ZodBoolean) return false;
  if (field instanceof z.ZodNumber) return 7;
  if (field instanceof z.ZodUUID) return '7d444840-9dc0-4d13-8b0e-6f3a6f5f2f11';
  return ['2026-11-20', 'Lam Sơn'].find((text) => field.safeParse(text).success);
}
