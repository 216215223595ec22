import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Checkbox, MultiSelect } from '@mantine/core'
import { useText } from '../../../kit/hooks/app.ts'
import { AUDIENCE_ROLES } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { usePartners } from './use.ts'

export interface Audience {
  audienceRoles: (typeof AUDIENCE_ROLES)[number][]
  audiencePartners: string[]
}

/** Who reads it beside the editors. */
export function AudienceFields({ value, onChange }: { value: Audience; onChange(value: Audience): void }) {
  const words = useText(screenText).form
  const partners = usePartners()
  const names = { leader: words.leaders, partner: words.partners }
  const toggle = (role: 'leader' | 'partner', isIn: boolean) =>
    onChange({
      ...value,
      audienceRoles: AUDIENCE_ROLES.filter((one) => (one === role ? isIn : value.audienceRoles.includes(one))),
    })
  return (
    <>
      <Checkbox.Group label={words.audience} description={words.audienceNote} value={value.audienceRoles}>
        {AUDIENCE_ROLES.map((role) => (
          <Checkbox
            key={role}
            mt={8}
            value={role}
            label={names[role]}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
          />
        ))}
      </Checkbox.Group>
      {value.audienceRoles.includes('partner') && (
        <MultiSelect
          label={words.partnersOnly}
          data={partners}
          value={value.audiencePartners}
          onChange={(audiencePartners) => onChange({ ...value, audiencePartners })}
          searchable
          clearable
          hidePickedOptions
        />
      )}
    </>
  )
}
