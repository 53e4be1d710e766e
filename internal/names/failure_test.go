package names

import "testing"

func TestSaysFailed(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]bool{
		"Trap failure": true, "TRAP FAILED": true, "No trap set": true, "No trap": true, "Trap missing": true, "Trap stolen": true, "trap not set": true,
		"Trap was not working": true, "not sampled": true, "No sample": true, "lost": true, "stolen": true, "battery dead": true, "Light off": true,
		"Trap knocked over": true, "No mosquitoes, trap down": true, "fan not running": true,
		"fallo de la trampa": true, "trampa robada": true, "sin trampa": true, "no muestreado": true, "la batería descargada": true,
		"panne du piège": true, "piège en panne": true, "pas de piège": true, "piège non installé": true, "pas d'échantillon": true,
		"falha da armadilha": true, "armadilha desaparecida": true, "não amostrada": true, "sem armadilha": true,
		"отказ ловушки": true, "ловушка не работала": true, "нет ловушки": true, "ловушка украдена": true,

		"No mosquitoes": false, "Empty trap": false, "trap negative": false, "not found in the trap": false, "nothing in trap": false,
		"no mosquitoes in trap": false, "Aedes (trap damaged)": false, "damaged": false, "No data": false, "light trap": false, "нет в ловушке": false,
		"Culex lost": false, "sin capturas en la trampa": false, "not collected": false, "": false,
	} {
		if name, ok := Parse(written); name.Failed != want || want && (ok || !name.Unknown) {
			t.Errorf("%q: %+v, want failed %v", written, name, want)
		}
	}
}
