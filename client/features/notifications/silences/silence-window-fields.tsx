import type { Control } from 'react-hook-form'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { zoneOptions } from '#client/ui/form/zone-options.ts'
import type { SilenceForm } from './silence-form.ts'

/** Monday first; 0 is Sunday. */
const days = [
  { day: 1, label: 'Mon' },
  { day: 2, label: 'Tue' },
  { day: 3, label: 'Wed' },
  { day: 4, label: 'Thu' },
  { day: 5, label: 'Fri' },
  { day: 6, label: 'Sat' },
  { day: 0, label: 'Sun' },
]

export function SilenceWindowFields({ control }: { readonly control: Control<SilenceForm> }) {
  return (
    <>
      <FormField control={control} name="days" label="Days">
        {({ value, onChange, ref }) => (
          <fieldset className="silence-days" aria-label="Days">
            {days.map(({ day, label }, index) => (
              <label key={day}>
                <input
                  type="checkbox"
                  {...(index === 0 && { ref })}
                  checked={value.includes(day)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...value, day] : value.filter((each) => each !== day))
                  }
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </FormField>
      <div className="rule-times">
        <TextField control={control} name="windowFrom" label="From" type="time" className="tabular" />
        <TextField
          control={control}
          name="windowTo"
          label="To"
          type="time"
          className="tabular"
          help="An earlier time is on the next day"
        />
        <FormField control={control} name="zone" label="Time zone">
          {(field) => <OptionSelect {...field} fill options={zoneOptions()} none="Choose a time zone" />}
        </FormField>
      </div>
    </>
  )
}
