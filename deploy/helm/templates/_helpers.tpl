{{- define "quarterdeck.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "quarterdeck.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "quarterdeck.labels" -}}
{{ include "quarterdeck.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "quarterdeck.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "quarterdeck.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "quarterdeck.documents" -}}
{{- if .Values.documents.existingConfigMap -}}
{{- .Values.documents.existingConfigMap -}}
{{- else if .Values.documents.files -}}
{{- printf "%s-documents" (include "quarterdeck.name" .) -}}
{{- end -}}
{{- end -}}

{{- /* Rejects values with which the relays would not start, or would lose data. */ -}}
{{- define "quarterdeck.validate" -}}
{{- $variables := .Values.secret.variables -}}
{{- if not .Values.publicUrl -}}
{{- fail "publicUrl is not set. Set it to the address that browsers use, such as https://console.example.org." -}}
{{- end -}}
{{- if and $variables (not .Values.secret.name) -}}
{{- fail "secret.variables is set and secret.name is not. Set secret.name to the Secret that contains them." -}}
{{- end -}}
{{- range $variables -}}
{{- if hasKey $.Values.environment . -}}
{{- fail (printf "%s is in environment and in secret.variables. Remove it from one of them." .) -}}
{{- end -}}
{{- end -}}
{{- $needs := list -}}
{{- if or (gt (int .Values.replicas) 1) (not .Values.persistence.enabled) -}}
{{- $needs = list "DATABASE_URL" "SECRETS_KEY" -}}
{{- if and (eq .Values.environment.AUTH_MODE "identity") (not .Values.environment.IDENTITY_URL) -}}
{{- $needs = list "DATABASE_URL" "SECRETS_KEY" "IDENTITY_KEY" -}}
{{- end -}}
{{- end -}}
{{- range $needs -}}
{{- if not (has . $variables) -}}
{{- fail (printf "%s is not in secret.variables. Several relays, and a relay without a volume, need it from a Secret." .) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.networkPolicy.enabled (not .Values.networkPolicy.from) -}}
{{- fail "networkPolicy.from is empty, which would allow every pod. List the ingress controller, and Prometheus if it scrapes." -}}
{{- end -}}
{{- end -}}
