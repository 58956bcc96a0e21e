import { z } from 'zod';

/** How a field of an answer says so, here and in the API's description. */
const MARK = 'x-told-once';

/** A secret that is in the answer of its call and nowhere else: what is kept for a repeated call has it not (decision 007). */
export const notKept = <T extends z.ZodType>(schema: T) =>
  schema.meta({ [MARK]: true, description: 'A secret, told once: kept nowhere, and so null to who repeats the call.' });

/** A secret that its call makes. Who repeats the call is answered null, and has to make another one. */
export const toldOnce = () => notKept(z.string().nullable());

/** An answer as it may be kept: without what is told once. */
export function withoutToldOnce(schema: z.ZodType, answer: unknown): unknown {
  if (answer === null || answer === undefined) return answer;
  if (schema.meta()?.[MARK] === true) return null;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return withoutToldOnce(schema.unwrap() as z.ZodType, answer);
  if (schema instanceof z.ZodArray && Array.isArray(answer))
    return answer.map((one) => withoutToldOnce(schema.element as z.ZodType, one));
  if (!(schema instanceof z.ZodObject)) return answer;
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, shape[name] ? withoutToldOnce(shape[name], value) : value]),
  );
}
