export type Schema = Record<string, unknown>;

export const listProperties = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>);

/** Creates a valid value for a JSON Schema of the contract, with all its fields. */
export function createSample(schema: Schema, name = ''): unknown {
  const [choice] = (schema.anyOf ?? []) as Schema[];
  if (choice) return createSample(choice, name);
  if (Array.isArray(schema.enum)) return (schema.enum as unknown[])[0];
  if (schema.const !== undefined) return schema.const;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(listProperties(schema).map(([field, of]) => [field, createSample(of, field)]));
    case 'array':
      return [createSample(schema.items as Schema, name)];
    case 'number':
    case 'integer':
      return Number(schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return name.startsWith('month') ? '2026-11' : name.startsWith('date') ? '2026-11-20' : 'Huế';
  }
}
