const notesHz = [880, 660] as const
const noteSeconds = 0.18
const volume = 0.08
const closeAfterMs = 2_000

/** Silent until the person has used the page: browsers block sound before. */
export const playChime = (): void => {
  if (!('AudioContext' in window)) return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = volume
  gain.connect(audio.destination)
  for (const [index, hertz] of notesHz.entries()) {
    const note = audio.createOscillator()
    note.frequency.value = hertz
    note.connect(gain)
    note.start(audio.currentTime + index * noteSeconds)
    note.stop(audio.currentTime + (index + 1) * noteSeconds)
  }
  // Not at the end of the sound: a blocked sound would otherwise play at the next click.
  setTimeout(() => void audio.close(), closeAfterMs)
}
