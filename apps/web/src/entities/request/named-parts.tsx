import type { RequestRow } from '@darkroom/contract/request/request';

interface NamedPartsProps {
  parts: RequestRow['job_details'];
  /** Name of a category, in the reader's words. */
  category: (id: number) => string;
}

/** Details that a request names, by number and category. A deleted one has its number only. */
export const NamedParts = ({ parts, category }: NamedPartsProps) =>
  parts.map(({ sub_prod_id, service_cat2_id }) => (
    <div key={sub_prod_id}>
      {sub_prod_id}
      {service_cat2_id !== null && ` · ${category(service_cat2_id)}`}
    </div>
  ));
